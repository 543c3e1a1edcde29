import { writeFileSync } from 'node:fs'
import { notice, noticeFile } from './notice.js'

/** `npm run notice` writes NOTICE, after a change of package-lock.json. */
writeFileSync(noticeFile, notice())
console.log(`written: ${noticeFile}`)
