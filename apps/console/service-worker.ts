import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'

const source = fileURLToPath(new URL('./src/service-worker/service-worker.ts', import.meta.url))

/** At the root, because a service worker serves the pages below its own path. Without a digest, which browsers compare themselves. */
const fileName = 'sw.js'

/** Compiles the service worker to a file of its own. Pages load it only for users who turn on push notifications. */
export function serviceWorker(): Plugin {
  const compile = async () => (await transformWithOxc(readFileSync(source, 'utf8'), source)).code
  return {
    name: 'service-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await compile() })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await compile())
      })
    },
  }
}
