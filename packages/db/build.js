import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Generates the Prisma client, then compiles. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (...command) =>
  execFileSync('npx', ['--no-install', ...command], { cwd: root, stdio: 'inherit', env })

// The prisma CLI would download a schema engine for every command, although `generate` does not use it. Any existing
// file prevents that.
const env = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url),
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

run('prisma', 'generate', '--config', 'prisma/prisma.config.ts')
run('tsc', '-b', 'packages/db')
