# One image for both processes: `npm run storefront` serves the pages, `node cli/serve.ts` the store API and the console.

FROM node:24.21-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY node/package.json node/
COPY api/package.json api/
COPY admin/package.json admin/
COPY cli/package.json cli/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY node/package.json node/
COPY api/package.json api/
COPY admin/package.json admin/
COPY cli/package.json cli/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && mkdir -p api/node_modules cli/node_modules
# The build puts the code of these packages into dist: without them node_modules has 90 MB instead of 240.
RUN npm uninstall --no-save --omit=dev --ignore-scripts \
  astro @astrojs/node @astrojs/react react react-dom \
  nanostores @nanostores/persistent @nanostores/react @maskito/core qrcode.react

FROM node:24.21-bookworm-slim
# Both processes are reached from other containers.
ENV NODE_ENV=production HOST=0.0.0.0 API_HOST=0.0.0.0
WORKDIR /shop
COPY --from=packages /shop/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY node node
COPY src src
COPY api api
COPY cli cli
COPY --from=packages /shop/api/node_modules api/node_modules
COPY --from=packages /shop/cli/node_modules cli/node_modules
COPY --from=build /shop/dist dist
COPY --from=build /shop/admin/dist admin/dist
# Pictures that were made, and the API's own pictures; everything else is read only.
RUN mkdir data && mkdir -p node_modules/.cache/server \
  && chown node:node data node_modules/.cache/server
USER node
# A first start leaves behind what it compiled, which Node keeps by user: the others are quicker and need less memory.
# The secret of its pictures goes.
RUN warm=$(mktemp -d) && export IMAGE_CACHE_DIR=$warm \
  && (timeout 5 node --max-semi-space-size=4 --max-old-space-size=768 src/server/index.mjs || [ $? = 124 ]) \
  && rm -r "$warm"
VOLUME /shop/data
EXPOSE 4321 8044
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT ?? 4321}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=768", "src/server/index.mjs"]
