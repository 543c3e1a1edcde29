import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './attacks/attack.js'
import type { Measured, Measuring } from './others.js'

const programs = {
  attack: fileURLToPath(new URL('attack-process.ts', import.meta.url)),
  others: fileURLToPath(new URL('others-process.ts', import.meta.url)),
}

/** Each is a process of its own, as those of strangers are, and none waits for another's loop. */
function run(program: keyof typeof programs, ...args: string[]): ChildProcess {
  const stdio: ['ignore', 'ignore', 'inherit', 'ipc'] = ['ignore', 'ignore', 'inherit', 'ipc']
  return fork(programs[program], args, { execArgv: ['--import', 'tsx'], stdio })
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

/** Resolves to what the attack counted. */
export function attack(name: string, target: Target): Promise<Record<string, number>> {
  return nextMessage(run('attack', name, JSON.stringify(target)))
}

/** An attack that goes on until `stop`. */
export function keepAttacking(name: string, target: Target) {
  const child = run('attack', name, JSON.stringify(target))
  return { stop: () => child.kill('SIGKILL') }
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
