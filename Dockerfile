# The image of the server: built once with everything, run with what the server needs and nothing to write to
# but /data. `docker build -t debrief .`
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node scripts/build.ts
# What only building and testing need does not travel: the server's own packages are an eighth of all.
RUN rm -rf node_modules e2e faults bench packages/dashboard/src packages/cli/src \
  && find . -name '*.test.ts' -delete \
  && npm ci --omit=dev --ignore-scripts --workspace @debrief/server --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data DRAIN_SECONDS=5
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "packages/server/dist/main.js"]
