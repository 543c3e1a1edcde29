import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { newDataDir, startPosthorn } from '../standalone/posthorn.js'
import { attacks } from './attacks/index.js'
import { asRow, phase, quietPhase, type Scene } from './phase.js'
import { openOthers } from './programs.js'
import { attackRoutes } from './routes/attack.js'
import { seed } from './seed.js'
import { stopUnderAttack } from './stop.js'
import { inWords, type Row, table } from './table.js'

/** Long enough that 1 % of it is several calls of each kind. */
const quietSeconds = 30
const warmUpSeconds = 15

const routesName = 'routes'

/**
 * Reads `npm run attack -- bodies 600`: the attacks, and the seconds of each. Defaults to all, with their own seconds. With
 * `routes`, an argument that begins with a slash is a part of the routes' paths.
 */
const args = process.argv.slice(2)
const seconds = Number(args.find(arg => /^\d+$/.test(arg)) ?? Number.NaN)
const path = args.find(arg => arg.startsWith('/'))
const named = args.filter(arg => !/^\d+$|^\//.test(arg))
const names = [...Object.keys(attacks), routesName]
const unknown = named.filter(name => !names.includes(name))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Choose from ${names.join(', ')}.`)
const isWanted = (name: string) => named.length === 0 || named.includes(name)

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`)
const missed: string[] = []
if (isWanted(routesName)) missed.push(...(await attackRoutes(console.log, path)))
if (Object.keys(attacks).some(isWanted)) missed.push(...(await attackProduct()))
if (missed.length > 0) {
  console.log(missed.join('\n'))
  console.log(`${missed.length} goals missed`)
  process.exitCode = 1
}

/** Attacks `npm start` as a whole. Returns the missed goals in words. */
async function attackProduct(): Promise<string[]> {
  const { dataDir, remove } = await newDataDir()
  const posthorn = await startPosthorn(dataDir, undefined, { WORKERS: '' })
  const { kinds, ...known } = await seed(posthorn)
  const others = openOthers()
  const target = { ...known, port: Number(posthorn.env.PORT) }
  const scene: Scene = { posthorn, others, kinds, target, folder: dirname(dataDir) }
  const missed: string[] = []
  try {
    await others.measure({ kinds, seconds: warmUpSeconds })
    const rows = await runAll(scene)
    console.log(`\n${table(rows)}\n`)
    missed.push(...rows.flatMap(([, row]) => row.missed))
  } finally {
    missed.push(...(await stopUnderAttack(scene, console.log)))
    others.close()
    remove()
  }
  return missed
}

/** Runs quiet phases before each attack, because a machine's speed varies, and at the end, for an attack's after-effects. */
async function runAll(scene: Scene): Promise<[string, Row][]> {
  console.log('measuring: quiet')
  const first = await quietPhase(scene, quietSeconds)
  const rows: [string, Row][] = [['quiet', asRow(first)]]
  for (const [name, { what, seconds: usual }] of Object.entries(attacks)) {
    if (!isWanted(name)) continue
    const { measured } = rows.length === 1 ? first : await quietPhase(scene, quietSeconds)
    console.log(`measuring: ${what}`)
    const row = await phase(scene, { ...first, measured }, seconds || usual, name)
    console.log(`  ${inWords(row.counts)}`)
    rows.push([what, row])
  }
  console.log('measuring: quiet again')
  rows.push(['quiet again', await phase(scene, first, quietSeconds)])
  return rows
}
