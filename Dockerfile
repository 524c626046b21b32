# Built from source, so that the image holds nothing but a release. PostgreSQL is a service of its own: see compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts \
  && npm run release \
  && mkdir /opt/daybook \
  && tar -xzf dist/daybook-*.tar.gz -C /opt/daybook --strip-components=1

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /opt/daybook /opt/daybook
RUN install -d -o node -g node -m 700 /data
USER node
WORKDIR /opt/daybook
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "start.mjs"]
