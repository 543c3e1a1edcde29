import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../apps/standalone/bin/steps/root.js'

/**
 * Tests of a person with a browser, or of a client. Among other tests on two cores, a page can miss a deadline. Files of what
 * Posthorn guarantees (test/pipeline, test/faults, test/redis, test/gateway, test/db) never run again. `test/flaky.ts` names
 * their few tests that do, with the reasons.
 */
const waitsForPages = /^test\/(api|clients|console|standalone)\//
/** If more files fail, the cause is not a busy machine. */
const maxFiles = 4

/** @typedef {import('./again.js').FileResult} FileResult */

/** @param {string} report @returns {FileResult[]} the files of Vitest's JSON report */
export const readReport = report => JSON.parse(readFileSync(report, 'utf8')).testResults

/**
 * Returns the failed files, if all of them may run again.
 *
 * @param {FileResult[]} files
 */
export function filesToRunAgain(files) {
  const failed = files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
  return failed.length <= maxFiles && failed.every(name => waitsForPages.test(name)) ? failed : []
}

/**
 * Replaces the results of files by those of a later run.
 *
 * @param {FileResult[]} first @param {FileResult[]} later
 */
export const replaced = (first, later) =>
  first.map(file => later.find(({ name }) => name === file.name) ?? file)

/**
 * Names each failed test, and each failed file without one.
 *
 * @param {FileResult[]} files
 */
export function failures(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['(did not load)']
      return titles.map(title => `${relative(root, name)}: ${title}`)
    })
}

/**
 * Counts tests. A file that failed without a failed test counts as one.
 *
 * @param {FileResult[]} files
 */
export function count(files) {
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const passed = statuses.filter(status => status === 'passed').length
  const failed = statuses.filter(status => status === 'failed').length
  return { passed, failed: failures(files).length, skipped: statuses.length - passed - failed }
}
