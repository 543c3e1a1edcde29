import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // `source` finds the workspace's TypeScript; the rest is Vite's default without `import`, which breaks pg.
  resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/worlds/servers.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
