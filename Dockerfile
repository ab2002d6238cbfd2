# docker build --tag lamarque . && docker run --publish 8000:80 --volume lamarque:/storage lamarque
FROM python:3.13.15-slim-bookworm@sha256:ed86c82274b3c69b52fb5820f358f0bd7df0b603332063cb5c6e32bd220c3e6e AS build
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PROJECT_ENVIRONMENT=/app UV_PYTHON_DOWNLOADS=never
WORKDIR /source
COPY pyproject.toml uv.lock ./
COPY .ci/locked_uv.py .ci/
RUN python .ci/locked_uv.py > /tmp/uv && pip install --no-cache-dir --require-hashes --requirement /tmp/uv
RUN uv sync --frozen --no-dev --extra postgres --no-install-project
COPY README.md LICENSE ./
COPY .ci .ci
COPY scorekeeper scorekeeper
COPY templates templates
COPY static static
RUN uv sync --frozen --no-dev --extra postgres --no-editable

FROM python:3.13.15-slim-bookworm@sha256:ed86c82274b3c69b52fb5820f358f0bd7df0b603332063cb5c6e32bd220c3e6e
COPY --from=build /app /app
COPY .ci/hooks /hooks
# Any user may write to the volume: the files themselves are readable by their owner only.
RUN install --directory --mode=1777 /storage
ENV PATH=/app/bin:$PATH PORT=80 PYTHONUNBUFFERED=1 SCOREKEEPER_INSTANCE=/storage
# With a read-only root, gunicorn's temporary files are in the working folder.
WORKDIR /storage
VOLUME /storage
EXPOSE 80
USER 1000:1000
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s CMD ["lamarque", "healthcheck"]
CMD ["lamarque"]
