import { changePassword, dbUnsupported, findUserByName, openDb, saveAuditEntry } from '@posthorn/db'
import { newId, newSecret, pickVariables, readEnv, runMain } from '@posthorn/server'
import { hashPassword } from './passwords/passwords.js'

const entry = {
  ...{ userId: '', appId: '', address: '', requestId: '' },
  ...{ action: 'resetPassword', targetType: 'user', isDone: true, before: null, after: null },
}

/**
 * For an operator who has DATABASE_URL, when no administrator can log in: gives an account a new first password, prints it once,
 * and ends the account's sessions. The audit log has no user for it.
 */
runMain(async () => {
  const { DATABASE_URL } = readEnv(pickVariables('DATABASE_URL'))
  const username = process.argv[2] ?? ''
  const db = openDb(DATABASE_URL)
  const unsupported = await dbUnsupported(db)
  if (unsupported) throw new Error(unsupported)
  const user = await findUserByName(db, username)
  if (!user || user.isBot)
    throw new Error(`There is no user "${username}". Usage: reset-password.js <username>`)
  const [password, nowMs] = [newSecret(), Date.now()]
  await changePassword(db, {
    id: user.id,
    passwordHash: await hashPassword(password),
    mustChange: true,
    nowMs,
  })
  await saveAuditEntry(db, {
    ...entry,
    id: newId(),
    createAt: nowMs,
    targetId: user.id,
    targetName: user.username,
  })
  console.log(`Password of ${username}, to be changed at the next login: ${password}`)
  if (user.deleteAt > 0) console.log('The account is deactivated.')
  await db.$disconnect()
})
