import { randomInt } from 'node:crypto'
import { runFaults } from './run.js'

const seconds = Number(process.env.FAULTS_SECONDS ?? 60)
const shown = 20

const named = process.argv
  .slice(2)
  .concat(process.env.SEED ?? [])
  .map(Number)
const seeds = named.length > 0 ? named : [randomInt(2 ** 31)]

for (const seed of seeds) {
  console.log(`seed ${seed}`)
  const { troubles, deliveries, violations } = await runFaults({
    seed,
    seconds,
    standby: true,
    log: console.log,
  })
  console.log(`seed ${seed}: troubles ${inWords(troubles)}`)
  console.log(`seed ${seed}: deliveries ${inWords(deliveries)}`)
  for (const violation of violations.slice(0, shown)) console.log(`  ${violation}`)
  if (violations.length > shown) console.log(`  and ${violations.length - shown} more`)
  console.log(
    `seed ${seed}: ${violations.length === 0 ? 'nothing missing, nothing doubled, nothing split' : `${violations.length} PROMISES BROKEN`}`,
  )
  if (violations.length > 0) process.exitCode = 1
}

function inWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')
}
