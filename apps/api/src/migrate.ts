import { ensureDatabase, migrate } from '@posthorn/db'
import { openLog, readEnv, variables } from '@posthorn/server'
import { z } from 'zod'

/** The compose file's `migrate` step: brings the database up to this version, then exits. */
const { DATABASE_URL, LOG_LEVEL } = variables
const env = readEnv(z.object({ DATABASE_URL, LOG_LEVEL }))

const log = openLog('migrate', env.LOG_LEVEL)
await ensureDatabase(env.DATABASE_URL)
const applied = await migrate(env.DATABASE_URL)
log.info({ applied }, 'migrated')
