import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './support/long-first.js'

/** Beside the code, but for what starts services: these need no server, and are fast. */
const unit = ['packages/*/src/**/*.test.ts', 'apps/{api,console,ingress,worker}/src/**/*.test.ts']

/** These wait most of their time, for deadlines and for processes that start and end: more of them run at once than there are cores. */
const patient = [
  'apps/standalone/src/**/*.test.ts',
  'test/standalone/*.test.ts',
  'test/api/{live-trouble,migrate,processes,unfinished-bodies,upgrades}.test.ts',
  'test/console/{from-start,pipeline}.test.ts',
  'test/faults/faults.test.ts',
  'test/pipeline/{chances,killed-workers,metrics,postgres-refuses,redis-away,redis-trouble,replay-killed,secrets,shutdown,silent-lines,start-up,verdict}.test.ts',
]

/** Vite's own without `import`, which breaks pg. */
const conditions = ['module', 'node', 'development|production']
/** What stands beside the code finds the workspace's TypeScript. */
const fromSource = ['source', ...conditions]
const resolving = (conditions: string[]) => ({ resolve: { conditions }, ssr: { resolve: { conditions } } })

/** What is tested is what was built, as Node loads it: nothing is translated for it. */
const withServices = {
  globalSetup: ['test/support/global-setup.ts'],
  server: { deps: { external: [/\/dist\//] } },
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // what hangs reaches these, and a busy machine does not
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 1, // of a machine's bad moment; the report names who wanted it, and that is a test to be mended
    maxWorkers: 3, // of two cores, as each waits for a service or a browser now and then
    sequence: { sequencer: LongFirst },
    isolate: false, // nothing of ours is left in a process by a test, and loading it all takes seconds
    projects: [
      {
        extends: true,
        ...resolving(fromSource),
        test: { name: 'unit', include: unit },
      },
      {
        extends: true,
        ...resolving(conditions),
        test: { name: 'system', include: ['test/**/*.test.ts'], exclude: patient, ...withServices },
      },
      {
        extends: true,
        ...resolving(conditions),
        test: {
          name: 'patient',
          include: patient,
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
          ...withServices,
        },
      },
    ],
  },
})
