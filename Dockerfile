# One image for the API, the worker and the migrations; docs/runbook.md says what each needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build -w server
RUN npm run build -w web
# The packaged Node.js is for systems with another one.
RUN npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
# The limits of memory are those of local/services.ts.
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=384" MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app .
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "server/dist/api.js"]
