"""What leans on the insides of Streamlit, uvicorn and websockets, and on nothing they promise.

Each file says which behaviour of Streamlit 1.67.0, uvicorn 0.54.0 or websockets 17.4 it leans on,
and when it can go. Read these first when one of the three is raised.
"""
