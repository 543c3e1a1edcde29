import { openFolder } from '@posthorn/files'
import { expect, test } from 'vitest'
import { startWithForms } from '../support/hook-forms.js'
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.js'
import { refusalOf, startFiles } from './start-files.js'

const why = noSmallDisk === undefined ? '' : ` (skipped: ${noSmallDisk})`
const large = { name: 'large', bytes: Buffer.alloc(900_000, 'x') }
const small = { name: 'small', bytes: 'x' }

/** Mounts a disk of 1 MiB for files. */
async function openSmallDisk() {
  const disk = mountSmallDisk(1)
  return { disk, storage: await openFolder(disk.folder) }
}

test.skipIf(noSmallDisk)(`a full disk rejects uploads until there is room again${why}`, async () => {
  const { disk, storage } = await openSmallDisk()
  const { upload, db } = await startFiles({ storage })
  disk.fill()
  expect(await refusalOf(await upload([large]))).toBe('507 api.file.upload_file.no_room.app_error')
  expect(await db.file.count()).toBe(0)
  disk.makeRoom()
  expect((await upload([large])).status).toBe(200)
  expect(await refusalOf(await upload([small, large]))).toBe('507 api.file.upload_file.no_room.app_error')
  expect((await upload([small])).status).toBe(200)
  expect(await db.file.count()).toBe(2)
})

test.skipIf(noSmallDisk)(`a full disk rejects files of hooks, and nothing is posted${why}`, async () => {
  const { storage } = await openSmallDisk()
  const { sendForm, outcomes, allWorked } = await startWithForms({ storage })
  const sent = [await sendForm({ content: 'one' }, [large]), await sendForm({ content: 'two' }, [large])]
  expect(sent.map(({ status }) => status)).toEqual([204, 507])
  expect((await sendForm({ content: 'three' }, [small])).status).toBe(204)
  await allWorked()
  expect(await outcomes()).toEqual(['posted', 'posted'])
})
