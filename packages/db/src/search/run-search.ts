import { frequentStatements } from '../connection/frequent-statements.js'

/**
 * Runs a statement of a search, whose text depends on what is searched, but not on the words. Planning it anew would take as long as
 * most of them.
 */
export const runSearch = frequentStatements('search', 100)
