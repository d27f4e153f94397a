# Merge by Merge in a container: docker build -t merge-by-merge .
# For a reproducible base image, add its digest after the tag (@sha256:…).

FROM python:3.12.12-slim-bookworm AS packages
WORKDIR /packages
COPY constraints.txt requirements.txt requirements-wild.txt ./
# Without pip, and without pandas' own tests: 43 MB.
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r requirements.txt -r requirements-wild.txt \
 && /venv/bin/pip uninstall --yes pip \
 && rm -r /venv/lib/python3.*/site-packages/pandas/tests

FROM python:3.12.12-slim-bookworm
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin learner
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
# Each run of a page is a thread. With a memory arena for each, a session would use a third more.
ENV MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=packages /venv /venv
COPY app.py LICENSE ./
COPY .streamlit .streamlit
COPY bpe_core bpe_core
COPY classroom classroom
COPY sample_corpora sample_corpora
COPY server server
COPY pages pages
# Every training starts a Python process. Without bytecode, each would spend half a second compiling
# NumPy.
RUN python -m compileall -q .
USER 10001
EXPOSE 8501
# The slim image has no curl.
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
# Streamlit's greeting would end the server if it can't be written, for example on a full disk.
CMD ["streamlit", "run", "app.py", "--server.headless", "true", "--server.port", "8501", "--logger.hideWelcomeMessage", "true", "--server.address", "0.0.0.0"]
