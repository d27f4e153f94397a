"""One training, read from stdin and answered on stdout: `python -m bpe_core.worker`."""

from bpe_core.worker.job import Job, work

if __name__ == "__main__":
    work(Job.from_line)
