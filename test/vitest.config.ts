import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './support/long-first.js'

/** Tests next to the code, except those that start services: they need no server and are fast. */
const unit = ['packages/*/src/**/*.test.ts', 'apps/{api,cli,console,ingress,worker}/src/**/*.test.ts']

/** Tests that mostly wait for deadlines and processes, so more of them run at once than there are cores. */
const patient = [
  'apps/standalone/src/**/*.test.ts',
  'test/standalone/*.test.ts',
  'test/api/{migrate,processes,unfinished-bodies,upgrades}.test.ts',
  'test/console/{from-start,pipeline}.test.ts',
  'test/faults/faults.test.ts',
  'test/pipeline/{chances,killed-workers,metrics,postgres-refuses,redis-away,redis-trouble,replay-killed,secrets,silent-lines,start-up,verdict}.test.ts',
]

/** Tests that take minutes, for `npm run system`. `npm test` leaves them out. */
const long = ['test/system/*.test.ts']

/** Vite's own conditions without `import`, which breaks pg, and `module`, whose files Node cannot load (OpenTelemetry). */
const conditions = ['node', 'development|production']
/** Tests next to the code load the workspace's TypeScript. */
const fromSource = ['source', ...conditions]
const resolving = (conditions: string[]) => ({ resolve: { conditions }, ssr: { resolve: { conditions } } })

/** Tests with services load the built files, as Node does in production. */
const withServices = {
  globalSetup: ['test/support/global-setup.ts'],
  server: { deps: { external: [/\/dist\//] } },
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // only tests that hang reach these timeouts, even on a busy machine
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    runner: 'test/support/flaky-runner.ts',
    execArgv: ['--max-semi-space-size=32'], // tests leave much garbage, whose collection takes a twentieth of their time otherwise
    maxWorkers: 4, // on two cores, because each often waits for a service or a browser
    sequence: { sequencer: LongFirst },
    isolate: false, // tests leave nothing behind in a process, and loading everything takes seconds
    projects: [
      {
        extends: true,
        ...resolving(fromSource),
        test: { name: 'unit', include: unit },
      },
      {
        extends: true,
        ...resolving(conditions),
        test: {
          name: 'services',
          include: ['test/**/*.test.ts'],
          exclude: [...patient, ...long],
          ...withServices,
        },
      },
      {
        extends: true,
        ...resolving(conditions),
        test: { name: 'system', include: long, ...withServices },
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
