import { z } from 'zod'
import { defineCall } from '../../call.js'
import { userImport } from '../../limits.js'
import { ImportedUsers } from '../../objects/account.js'
import { Text } from '../../parameters.js'

const { maxBytes, maxRows, rowsPerCall, columns } = userImport

/** JSON writes quotes and line ends as two bytes each, and of few characters six. */
const bodyLimitBytes = 2 * maxBytes + 1024

export const importUsers = defineCall({
  operationId: 'importUsers',
  route: 'POST /admin/users/import',
  tag: 'Users',
  summary: 'Create accounts from a file of comma-separated values',
  description:
    `A call makes at most ${rowsPerCall} accounts, each with a first password as provisionUser makes it, and says with which ` +
    '`skip` the next one goes on. What is wrong with a row is told beside it, and keeps no other from being made; sent ' +
    'again, a file makes what is missing.',
  allow: 'system_admin',
  scope: 'none',
  bodyLimitBytes,
  body: z.object({
    csv: Text.min(1).describe(
      `At most ${maxRows} rows and ${maxBytes} bytes. Its first line names the columns, in any order: ${columns.join(', ')}; ` +
        'of them username and email have to be there. In teams stand names of teams, with a space between.',
    ),
    skip: z.int().min(0).max(maxRows).default(0).describe('How many rows were done by earlier calls.'),
  }),
  answer: ImportedUsers,
  answers: 'What became of these rows.',
  errors: ['bad_user_file', 'login_busy'],
  audit: { target: 'user', id: ['caller.user'], notes: ['answer.rows.user_id'] },
})
