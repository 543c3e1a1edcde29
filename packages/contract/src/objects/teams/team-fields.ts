import { z } from 'zod'
import { teamLimits, userLimits } from '../../limits.js'
import { Text } from '../../parameters.js'

const { nameChars, displayNameChars, descriptionChars, companyNameChars, allowedDomainsChars } = teamLimits

/** The fields of a team that users can set. */
export const teamFields = {
  name: Text.describe(
    `2 to ${nameChars} characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.`,
  ),
  display_name: Text.meta({ minLength: 1, maxLength: displayNameChars }),
  type: Text.optional()
    .meta({ enum: ['O', 'I'] })
    .describe('O: open (default). I: by invitation.'),
  description: Text.optional().meta({ maxLength: descriptionChars }),
  email: Text.optional()
    .meta({ maxLength: userLimits.emailChars })
    .describe('The user with this e-mail address becomes an administrator when they join.'),
  company_name: Text.optional().meta({ maxLength: companyNameChars }),
  allowed_domains: Text.optional().meta({ maxLength: allowedDomainsChars }),
  allow_open_invite: z.boolean().optional().describe('Whether every user can see the team.'),
}
