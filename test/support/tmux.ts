import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOnPath } from '../../apps/standalone/src/services/redis/binary.js'
import { unpackPackage } from './unpack-package.js'

const run = promisify(execFile)

type Tmux = { program: string; libraries: string }

async function findTmux(): Promise<Tmux | { missing: string }> {
  const [program] = findOnPath('tmux')
  if (program !== undefined) return { program, libraries: '' }
  const found = await unpackPackage('tmux')
  return 'missing' in found
    ? found
    : { program: join(found.folder, 'usr/bin/tmux'), libraries: found.libraries }
}

const found = await findTmux()

/** Why tests with tmux are skipped, if they are. */
export const tmuxMissing = 'missing' in found ? found.missing : undefined

/** Opens a terminal with a shell. `close` ends both. */
export async function openTerminal(socket: string, env: NodeJS.ProcessEnv) {
  if ('missing' in found) throw new Error(found.missing)
  const { program, libraries } = found
  const own = { ...env, TERM: 'xterm', ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  const tmux = async (...args: string[]) =>
    (await run(program, ['-S', socket, '-f', '/dev/null', ...args], { env: own })).stdout
  const shell = 'env -u LD_LIBRARY_PATH HISTFILE= bash --norc' // a history is written after the folder was removed
  await tmux('new-session', '-d', '-x', '120', '-y', '40', shell)
  return {
    /** Types a line and presses Enter. */
    type: async (line: string) => {
      await tmux('send-keys', '-l', line)
      await tmux('send-keys', 'Enter')
    },
    /** Presses a key, such as `C-c`, or types a text without Enter. */
    press: (key: string) => tmux('send-keys', key),
    /** Returns what the terminal shows. */
    screen: () => tmux('capture-pane', '-p'),
    close: () => tmux('kill-server'),
  }
}
