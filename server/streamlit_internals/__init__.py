"""Code that relies on internals of Streamlit, uvicorn and websockets, which may change any time.

Each file says which behaviour of Streamlit 1.67.0, uvicorn 0.54.0 or websockets 17.4 it depends on,
and when it can go. Read these files first when you upgrade one of the three.
"""
