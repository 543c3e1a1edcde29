import { ensureDatabase, migrate, openDb } from '@posthorn/db'
import { openLog, pickVariables, readEnv, runMain } from '@posthorn/server'
import { makeFirstRun, type ShownOnce } from './first-run.js'

const shape = pickVariables('DATABASE_URL', 'LOG_LEVEL', 'BASE_URL', 'ADMIN_PASSWORD', 'HOOK_CONFIRM')

/**
 * The compose file's `migrate` step: migrates the database, and creates the first accounts, including an
 * administrator, and the hook of an empty one. Then exits. Nothing else creates an administrator from nothing.
 */
runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('migrate', env.LOG_LEVEL)
  await ensureDatabase(env.DATABASE_URL)
  const applied = await migrate(env.DATABASE_URL)
  log.info({ applied }, 'migrated')

  const db = openDb(env.DATABASE_URL)
  const wanted = {
    baseUrl: env.BASE_URL ?? 'http://127.0.0.1:8065',
    adminPassword: env.ADMIN_PASSWORD,
    hookConfirm: env.HOOK_CONFIRM,
  }
  await makeFirstRun(db, wanted, async shown => {
    const { team, admin, user, hook } = shown
    log.info({ team, admin: admin.username, user: user.username, hook: hook.id }, 'first run')
    show(shown, env.ADMIN_PASSWORD === undefined)
  })
  await db.$disconnect()
})

/**
 * Plain lines instead of the log, which contains no secrets. The operator knows a password that the environment set.
 */
function show({ admin, user, hook }: ShownOnce, adminsToo: boolean): void {
  if (adminsToo) console.log(`Shown this once: administrator ${admin.username}, password ${admin.password}`)
  console.log(`Shown this once: user ${user.username}, password ${user.password}`)
  console.log(`Shown this once: hook ${hook.url}`)
}
