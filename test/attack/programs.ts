import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './attacks/attack.js'
import type { Measured, Measuring } from './others.js'

const programs = {
  attack: fileURLToPath(new URL('attack-process.ts', import.meta.url)),
  others: fileURLToPath(new URL('others-process.ts', import.meta.url)),
}

/** Starts a process in its own session, like a stranger's, so that none shares another's event loop or its share of the cores. */
function run(program: keyof typeof programs, ...args: string[]): ChildProcess {
  const stdio: ['ignore', 'ignore', 'inherit', 'ipc'] = ['ignore', 'ignore', 'inherit', 'ipc']
  return fork(programs[program], args, { execArgv: ['--import', 'tsx'], stdio, detached: true })
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const received = new AbortController()
  const { signal } = received
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a helper ended (${code})`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as Message
  } finally {
    received.abort()
    await ended.catch(() => {})
  }
}

/** Starts an attacker. Loading its program is not part of the attack. */
export async function openAttacker(name: string, target: Target) {
  const child = run('attack', name, JSON.stringify(target))
  await nextMessage<'ready'>(child)
  return {
    /** Resolves to the attack's counts. */
    attack: (): Promise<Record<string, number>> => {
      child.send('begin')
      return nextMessage(child)
    },
    stop: () => child.kill('SIGKILL'),
  }
}

export type Others = ReturnType<typeof openOthers>

/** Starts the ordinary callers. */
export function openOthers() {
  const child = run('others')
  return {
    measure: (measuring: Measuring): Promise<Measured> => {
      child.send(measuring)
      return nextMessage(child)
    },
    close: () => child.kill(),
  }
}
