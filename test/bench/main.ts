import { cpus } from 'node:os'
import { openRig } from './rig.js'
import { type Findings, measures } from './rows.js'
import { tables } from './table.js'

/** `npm run bench -- 1 drain latency`: the number of rounds, and which parts; three, and all, when absent. */
const args = process.argv.slice(2)
const rounds = Number(args.find(arg => /^\d+$/.test(arg)) ?? 3)
const named = args.filter(arg => !/^\d+$/.test(arg))
const unknown = named.filter(name => !measures[name])
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}: choose of ${Object.keys(measures).join(', ')}`)

console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; ${rounds} rounds, interleaved, medians`,
)
const rig = await openRig()
try {
  const found: Findings[] = []
  for (const [name, measure] of Object.entries(measures)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`measuring: ${name}`)
    found.push(await measure(rig, rounds))
  }
  const rows = found.flatMap(({ rows }) => rows)
  const figures = found.flatMap(({ figures }) => figures)
  console.log(`\n${tables(rows, figures)}`)
} finally {
  await rig.close()
}
