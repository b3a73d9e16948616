# The server image: built in one stage, with production dependencies from another, run by a user who owns only the
# data. Node stops on SIGTERM by itself, so it needs no init process.

FROM node:24-slim AS build
WORKDIR /earshot
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY client/package.json client/
COPY console/package.json console/
RUN npm ci --ignore-scripts
COPY scripts scripts
COPY client/src client/src
COPY console console
COPY server/src server/src
RUN node scripts/build.mjs

FROM node:24-slim AS dependencies
WORKDIR /earshot
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY client/package.json client/
COPY console/package.json console/
RUN npm ci --ignore-scripts --omit=dev

FROM node:24-slim
# The last one is the C library's: what uploads took goes back to the system (docs/adr/0018-build-and-start.md).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /earshot
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=dependencies /earshot/node_modules node_modules
COPY --from=build /earshot/server/dist server/dist
COPY --from=build /earshot/console/dist console/dist
COPY server/package.json server/
COPY LICENSE ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "server/dist/cli.js"]
CMD ["serve"]
