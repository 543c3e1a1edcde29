import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import * as engineGlue from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const require = createRequire(import.meta.url)

/** The database whose schema is compared. It must exist and may be empty. */
type Place = { host: string; port: number; user: string; password: string; database: string }

let loading: ReturnType<typeof loadEngine> | undefined

/** Once per process, because its glue code keeps views of the first instance's memory. */
async function loadEngine() {
  const file = require
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': engineGlue,
  })
  engineGlue.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return engineGlue.SchemaEngine
}

/**
 * Returns the SQL that would turn the database at `place` into the schema of schema.prisma, or an empty string
 * if they agree. Uses Prisma's own engine, but never passes it a connection string: with one, it mistakes the
 * real database for a shadow database that it may wipe.
 */
export async function schemaDifference(place: Place, schemaFile: string): Promise<string> {
  const schema: [string, string] = [schemaFile, await readFile(schemaFile, 'utf8')]
  loading ??= loadEngine()
  const SchemaEngine = await loading
  const pool = new pg.Pool(place)
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterWithChar(pool))
  const engine = await SchemaEngine.new({ datamodels: [schema] }, () => {}, adapter)
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files: [{ path: schema[0], content: schema[1] }], configDir: '.' },
    to: { tag: 'schemaDatamodel', files: [{ path: schema[0], content: schema[1] }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  await pool.end()
  return stdout ?? ''
}

const charOid = 18
const textOid = 25
const mark = ' as char'

/**
 * The engine reads columns of Postgres's one-byte "char" type, which the adapter does not know. Such a column passes
 * the adapter as text with a mark in its name and becomes a character afterwards.
 */
function adapterWithChar(pool: pg.Pool): PrismaPg {
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>
  const marking = async (config: pg.QueryConfig) => {
    const result = await query(config)
    for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === charOid)) {
      Object.assign(field, { dataTypeID: textOid, name: field.name + mark })
    }
    return result
  }
  const factory = new PrismaPg(Object.assign(pool, { query: marking }))
  const connect = factory.connect.bind(factory)
  return Object.assign(factory, {
    connect: async () => {
      const adapter = await connect()
      const queryRaw = adapter.queryRaw.bind(adapter)
      return Object.assign(adapter, { queryRaw: async (sql: SqlQuery) => unmarked(await queryRaw(sql)) })
    },
  })
}

function unmarked(result: SqlResultSet): SqlResultSet {
  const isChar = result.columnNames.map(name => name.endsWith(mark))
  return {
    ...result,
    columnNames: result.columnNames.map(name => name.replace(mark, '')),
    columnTypes: result.columnTypes.map((type, index) => (isChar[index] ? ColumnTypeEnum.Character : type)),
  }
}
