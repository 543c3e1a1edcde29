import { setTimeout as delay } from 'node:timers/promises'
import type { LineTrouble, PartTrouble, PostgresTrouble, Trouble } from './plan.js'
import { refuseFor } from './refusals.js'
import type { Rig } from './rig.js'

/** Runs the planned troubles, each at its time. Resolves when the last one is over. */
export async function makeTroubles(rig: Rig, plan: Trouble[], log: (line: string) => void): Promise<void> {
  const began = performance.now()
  await Promise.all(
    plan.map(async trouble => {
      await delay(trouble.atMs - (performance.now() - began))
      log(`  ${(trouble.atMs / 1000).toFixed(1)} s: ${inWords(trouble)}`)
      await make(rig, trouble)
    }),
  )
}

function make(rig: Rig, trouble: Trouble): Promise<void> {
  if ('to' in trouble) return troubleLine(rig, trouble)
  return isOfPostgres(trouble) ? troublePostgres(rig, trouble) : troublePart(rig, trouble)
}

const ofPostgres: readonly string[] = ['read-only', 'password changed', 'locks held', 'failed over']

function isOfPostgres(trouble: PartTrouble | PostgresTrouble): trouble is PostgresTrouble {
  return ofPostgres.includes(trouble.kind)
}

function troublePostgres(rig: Rig, { kind, forMs }: PostgresTrouble): Promise<void> {
  return kind === 'failed over' ? rig.failOver(forMs) : refuseFor(rig.postgresUrl(), kind, forMs)
}

function inWords(trouble: Trouble): string {
  const line = 'to' in trouble ? `'s line to ${trouble.to}` : ''
  return `${trouble.part}${line} ${trouble.kind}, ${(trouble.forMs / 1000).toFixed(1)} s`
}

async function troublePart(rig: Rig, trouble: PartTrouble): Promise<void> {
  const part = rig.part(trouble.part)
  switch (trouble.kind) {
    case 'killed':
      await part.kill()
      await delay(trouble.forMs)
      return part.again()
    case 'killed in mid-write':
      await part.kill()
      await rig.tearRedisFile()
      await delay(trouble.forMs)
      return part.again()
    case 'stopped for a while':
      part.signal('SIGSTOP')
      await delay(trouble.forMs)
      return part.signal('SIGCONT')
    case 'stopped, then killed':
      part.signal('SIGSTOP')
      await delay(trouble.forMs)
      await part.kill()
      return part.again()
    default:
      trouble.kind satisfies never
  }
}

async function troubleLine(rig: Rig, trouble: LineTrouble): Promise<void> {
  const line = rig.line(trouble.part, trouble.to)
  switch (trouble.kind) {
    case 'half-open':
      return line.fallSilent('both ways')
    case 'answers lost':
      return line.fallSilent('answers')
    case 'held up':
      line.hold()
      await delay(trouble.forMs)
      return line.resume()
    default:
      trouble.kind satisfies never
  }
}
