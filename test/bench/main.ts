import { cpus } from 'node:os'
import { renderingRows } from './rendering.js'
import { openRig } from './rig.js'
import { accepted, acceptedAndPosted, acceptedPlain } from './rows.js'
import { compare, table } from './table.js'

const rounds = Number(process.argv[2] ?? 3)

console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; ${rounds} rounds, interleaved, medians`,
)
const rig = await openRig()
try {
  const rows = []
  for (const row of [accepted, acceptedPlain, acceptedAndPosted]) {
    console.log(`measuring: ${row.what}, against ${row.against}`)
    rows.push(await compare(row, rig, rounds))
  }
  console.log('measuring: rendering')
  const rendering = ['| what | takes | goal |', '|---|---|---|', ...renderingRows()].join('\n')
  console.log(`\n${table(rows)}\n\n${rendering}`)
} finally {
  await rig.close()
}
