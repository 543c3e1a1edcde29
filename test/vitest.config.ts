import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Beside the code, but for what starts services: these need no server, and are fast. */
const unit = ['packages/*/src/**/*.test.ts', 'apps/{api,console,ingress,worker}/src/**/*.test.ts']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // `source` finds the workspace's TypeScript; the rest is Vite's default without `import`, which breaks pg.
  resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  test: {
    // what hangs reaches these, and a busy machine does not
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['apps/standalone/src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
