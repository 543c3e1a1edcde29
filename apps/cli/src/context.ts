import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import type { CliEnv } from './env.js'
import type { Output } from './output/output.js'
import type { Server } from './session/server.js'

/** The options of all commands. */
type Globals = {
  json?: boolean
  quiet?: boolean
  color?: boolean
  profile?: string
  team?: string
}

/** What a command works with. `server` logs in by the profile or the environment. */
export type CommandContext = { env: CliEnv; out: Output; globals: Globals; server: () => Promise<Server> }

type Act<Options> = (context: CommandContext, options: Options, ...args: string[]) => Promise<void>

/** Makes an action of commander. Loads what the command needs when it runs, so that help and completion are quick. */
export function act<Options extends object>(run: Act<Options & Globals>) {
  return async (...args: unknown[]): Promise<void> => {
    const command = args.at(-1) as Command
    const options = command.optsWithGlobals<Options & Globals>()
    await run(await openContext(options), options, ...(command.processedArgs as string[]))
  }
}

async function openContext(globals: Globals): Promise<CommandContext> {
  const [{ readCliEnv }, { Output }] = await Promise.all([import('./env.js'), import('./output/output.js')])
  const env = readCliEnv()
  const out = new Output({ ...globals, noColor: env.noColor })
  const server = async () => {
    const { openServer } = await import('./session/server.js')
    return openServer(env, globals, text => out.note(text))
  }
  return { env, out, globals, server }
}

/** The built files are in one folder, as deep as this file. */
const folder = new URL('..', import.meta.url)

/** Returns the version of this command line. */
export function cliVersion(): string {
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version
}

/** The script that makes and restores backups. */
export const backupScript = fileURLToPath(new URL('../standalone/bin/backup.js', folder))
