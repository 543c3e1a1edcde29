import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'

const script = fileURLToPath(new URL('../../apps/standalone/bin/start.js', import.meta.url))

/** Variables that Vitest and Vite set, and that a person's shell does not have. */
const ofTheTests = ['NODE_ENV', 'NODE_OPTIONS', 'BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR', 'TEST', 'VITEST']

export type Posthorn = Awaited<ReturnType<typeof startPosthorn>>

/** Creates a DATA_DIR. Call `remove` when nothing runs there any more. As root, Postgres's own user can enter it. */
export async function newDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-start-'))
  await chmod(folder, 0o711)
  return { dataDir: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const running = new Set<ChildProcess>()

/** Kills what a failed test left running. Each has a watchdog, which ends what it had started. */
export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Returns the environment of a person's shell, with these variables. */
export function shellWith(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ofTheTests.includes(name))
  return { ...Object.fromEntries(inherited), DATABASE_URL: '', REDIS_URL: '', ADMIN_PASSWORD: '', ...env }
}

/** How to run it: a command before Node, and the folder with an `.env`, which the usual one lacks. */
export type Running = { before?: string[]; cwd?: string }

/** Runs `npm start` without npm. */
export function runPosthorn(env: NodeJS.ProcessEnv, { before = [], cwd = tmpdir() }: Running = {}) {
  const [program = '', ...args] = [...before, process.execPath, script]
  const child = spawn(program, args, {
    cwd,
    env: shellWith({ WORKERS: '1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  return { child, exited, complaint: child.stderr.toArray().then(parts => parts.join('')) }
}

/** Waits for a start to fail. Returns its exit code, and its standard error. */
export async function failedStart(env: NodeJS.ProcessEnv, how: Running = {}) {
  const { child, exited, complaint } = runPosthorn(env, how)
  child.stdout.resume()
  const [code] = await exited
  return { code, output: await complaint }
}

/** Starts Posthorn. Resolves when it prints the line `ready`. */
export async function startPosthorn(
  dataDir: string,
  port?: number,
  more: NodeJS.ProcessEnv = {},
  how: Running = {},
) {
  const env = {
    ...more,
    DATA_DIR: dataDir,
    PORT: String(port ?? (await freePort())),
  }
  const { child, exited, complaint } = runPosthorn(env, how)
  const lines: string[] = []
  const reading = createInterface(child.stdout).on('line', line => lines.push(line))
  do {
    await Promise.race([once(reading, 'line'), exited])
    if (child.exitCode !== null) throw new Error(`${lines.join('\n')}\n${await complaint}`)
  } while (!lines.at(-1)?.startsWith('ready '))
  const pid = child.pid as number
  return {
    env,
    /** Everything that it has printed so far. */
    lines,
    firstRun: JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')),
    pids: () => descendants(pid),
    pidOf: (command: RegExp) => descendants(pid).find(id => command.test(commandOf(id))) as number,
    pid,
    /** Sends SIGINT or another signal. Resolves to the exit code. */
    stop: async (signal: NodeJS.Signals = 'SIGINT') => {
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    },
  }
}

/** Returns the descendants of a process, from /proc. */
function descendants(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Boolean)
  const parents = new Map(all.map(id => [id, parentOf(id)]))
  const below = (parent: number): number[] =>
    all.filter(id => parents.get(id) === parent).flatMap(id => [id, ...below(id)])
  return below(pid)
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Returns a process's arguments as one line, or an empty one if it has ended. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}

/** Reads the process id in a service's file below DATA_DIR. */
export function pidIn(dataDir: string, file: string): number {
  return Number.parseInt(readFileSync(join(dataDir, file), 'utf8'), 10)
}
