import { z } from 'zod'
import { teamLimits, userLimits } from '../limits.js'
import { Text } from '../parameters.js'

const { nameChars, displayNameChars, descriptionChars, companyNameChars, allowedDomainsChars } = teamLimits

/** What is said of a team. */
export const teamFields = {
  name: Text.describe(
    `2 to ${nameChars} characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.`,
  ),
  display_name: Text.meta({ minLength: 1, maxLength: displayNameChars }),
  type: Text.optional()
    .meta({ enum: ['O', 'I'] })
    .describe('O: open, the default; I: by invitation.'),
  description: Text.optional().meta({ maxLength: descriptionChars }),
  email: Text.optional()
    .meta({ maxLength: userLimits.emailChars })
    .describe('Who has this address administers the team on joining it.'),
  company_name: Text.optional().meta({ maxLength: companyNameChars }),
  allowed_domains: Text.optional().meta({ maxLength: allowedDomainsChars }),
  allow_open_invite: z.boolean().optional().describe('Whether everybody sees the team.'),
}
