import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './attacks/attack.js'
import type { Measured, Measuring } from './others.js'

const programs = {
  attack: fileURLToPath(new URL('attack-process.ts', import.meta.url)),
  others: fileURLToPath(new URL('others-process.ts', import.meta.url)),
}

/** Each is a process of its own, as those of strangers are, of a session of its own: none waits for another's loop, or for its share of the cores. */
function run(program: keyof typeof programs, ...args: string[]): ChildProcess {
  const stdio: ['ignore', 'ignore', 'inherit', 'ipc'] = ['ignore', 'ignore', 'inherit', 'ipc']
  return fork(programs[program], args, { execArgv: ['--import', 'tsx'], stdio, detached: true })
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const heard = new AbortController()
  const { signal } = heard
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a helper ended (${code})`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as Message
  } finally {
    heard.abort()
    await ended.catch(() => {})
  }
}

/** An attacker who is about to begin: what his program costs to load is no part of the attack. */
export async function openAttacker(name: string, target: Target) {
  const child = run('attack', name, JSON.stringify(target))
  await nextMessage<'ready'>(child)
  return {
    /** Resolves to what the attack counted. */
    attack: (): Promise<Record<string, number>> => {
      child.send('begin')
      return nextMessage(child)
    },
    stop: () => child.kill('SIGKILL'),
  }
}

export type Others = ReturnType<typeof openOthers>

/** The ordinary callers. */
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
