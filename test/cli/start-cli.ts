import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { type StartOptions, startApi } from '../api/start-api.js'
import { password } from '../support/constants.js'

const script = fileURLToPath(new URL('../../apps/cli/bin/posthorn.js', import.meta.url))

export type Ran = { code: number | null; stdout: string; stderr: string }

/** Runs a command to its end with something on its standard input. */
export async function runCommand(
  [program = '', ...args]: string[],
  { input = '', ...options }: { input?: string; cwd?: string; env: NodeJS.ProcessEnv },
): Promise<Ran> {
  const child = spawn(program, args, options)
  child.stdin.on('error', () => {}) // the program may not read it
  child.stdin.end(input)
  const [stdout, stderr] = [child.stdout.toArray(), child.stderr.toArray()]
  const [code] = await once(child, 'close')
  return {
    code,
    stdout: Buffer.concat(await stdout).toString(),
    stderr: Buffer.concat(await stderr).toString(),
  }
}

/** Returns a folder where `posthorn` and `node` are programs, which ends with the test. */
export function newHome(): { home: string; env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(tmpdir(), 'posthorn-cli-'))
  chmodSync(home, 0o711) // Postgres’s own user can restore below it
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))
  mkdirSync(join(home, 'bin'))
  symlinkSync(script, join(home, 'bin/posthorn'))
  symlinkSync(process.execPath, join(home, 'bin/node'))
  const path = `${join(home, 'bin')}:${process.env.PATH}`
  return { home, env: { PATH: path, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), LANG: 'C.UTF-8' } }
}

/** Starts a server with a worker, and a home folder with the administrator’s session in the environment. */
export async function startCli(options: StartOptions = {}) {
  const api = await startApi(undefined, { confirm: true, workerLater: false, ...options })
  const { url } = await api.listen({ baseUrl: api.url })
  const { home, env } = newHome()
  const { id } = await api.db.user.findFirstOrThrow({ where: { username: 'admin' } })
  const token = await sessionOf(api.db, id)
  writeFileSync(join(home, 'password.txt'), `${password}\n`)
  const loggedIn = { ...env, POSTHORN_URL: url, POSTHORN_TOKEN: token }
  /** Runs `posthorn` with a session. */
  const posthorn = (args: string[], more: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
    runCommand([join(home, 'bin/posthorn'), ...args], {
      cwd: home,
      ...more,
      env: { ...loggedIn, ...more.env },
    })
  /** Starts `posthorn` with a session. `printed` and `warned` return what it has written so far. */
  const startPosthorn = (args: string[], own: NodeJS.ProcessEnv) => {
    const child = spawn(join(home, 'bin/posthorn'), args, { env: { ...loggedIn, ...own } })
    onTestFinished(() => void child.kill())
    let [printed, warned] = ['', '']
    child.stdout.setEncoding('utf8').on('data', text => {
      printed += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      warned += text
    })
    return {
      printed: () => printed,
      warned: () => warned,
      kill: () => child.kill('SIGKILL'),
      ended: once(child, 'close').then(([code]) => code),
    }
  }
  return { ...api, serverUrl: url, home, env, loggedIn, posthorn, startPosthorn }
}
