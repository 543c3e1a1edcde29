import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from './lock.js'
import { tempFolder } from './testing.js'

test('reports to a second Posthorn which process uses DATA_DIR, until that one releases it', () => {
  const dataDir = join(tempFolder(), 'new')
  const giveBack = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(`Another Posthorn (pid ${process.pid}) is using ${dataDir}`)
  giveBack()
  lockDataDir(dataDir)
})

test('ignores the lock of an exited process, even if another process has its id now', () => {
  const dataDir = tempFolder()
  writeFileSync(join(dataDir, 'posthorn.pid'), `${process.ppid} 1\n`)
  lockDataDir(dataDir)
})

test('reports a DATA_DIR that it cannot create in one line', () => {
  const file = join(tempFolder(), 'file')
  writeFileSync(file, '')
  expect(() => lockDataDir(join(file, 'data'))).toThrow(/Cannot write to .*Set DATA_DIR/)
})
