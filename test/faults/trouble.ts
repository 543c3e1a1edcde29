import { setTimeout as delay } from 'node:timers/promises'
import type { LineTrouble, PartTrouble, Trouble } from './plan.js'
import type { Rig } from './rig.js'

/** Makes the planned troubles, each at its time, and resolves when the last of them is over. */
export async function makeTroubles(rig: Rig, plan: Trouble[], log: (line: string) => void): Promise<void> {
  const began = performance.now()
  await Promise.all(
    plan.map(async trouble => {
      await delay(trouble.atMs - (performance.now() - began))
      log(`  ${(trouble.atMs / 1000).toFixed(1)} s: ${inWords(trouble)}`)
      await ('to' in trouble ? troubleLine(rig, trouble) : troublePart(rig, trouble))
    }),
  )
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
      return line.goOn()
    default:
      trouble.kind satisfies never
  }
}
