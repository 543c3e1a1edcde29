import { z } from 'zod'
import { defineCall } from '../../call.js'
import { userImport } from '../../limits.js'
import { ImportedUsers } from '../../objects/users/account.js'
import { Text } from '../../parameters.js'

const { maxBytes, maxRows, rowsPerCall, columns } = userImport

/** JSON encodes quotes and line ends as two bytes each, and a few characters as six. */
const bodyLimitBytes = 2 * maxBytes + 1024

export const importUsers = defineCall({
  operationId: 'importUsers',
  route: 'POST /admin/users/import',
  tag: 'Users',
  summary: 'Import accounts from a CSV file',
  description:
    `Creates at most ${rowsPerCall} accounts per call, each with a first password as in provisionUser, and ` +
    'returns the `skip` of the next call. A row with an error is reported and does not affect the others. ' +
    'Sending a file again creates only the missing accounts.',
  allow: 'system_admin',
  scope: 'none',
  bodyLimitBytes,
  body: z.object({
    csv: Text.min(1).describe(
      `At most ${maxRows} rows and ${maxBytes} bytes. The first line names the columns, in any order: ` +
        `${columns.join(', ')}. username and email are required. The teams column has team names, separated by ` +
        'spaces.',
    ),
    skip: z
      .int()
      .min(0)
      .max(maxRows)
      .default(0)
      .describe('Number of rows that earlier calls have processed.'),
  }),
  answer: ImportedUsers,
  answers: 'The result of each row.',
  errors: ['bad_user_file', 'login_busy'],
  audit: { target: 'user', id: ['caller.user'], notes: ['answer.rows.user_id'] },
})
