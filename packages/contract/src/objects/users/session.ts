import { z } from 'zod'
import { TeamMemberObject } from '../teams/team-member.js'

/** An active session. Its token is shown only at login. */
export const SessionObject = z
  .object({
    id: z.string(),
    token: z.literal(''),
    create_at: z.number(),
    expires_at: z.number(),
    last_activity_at: z.number(),
    user_id: z.string(),
    device_id: z.string(),
    roles: z.string(),
    is_oauth: z.boolean(),
    props: z
      .record(z.string(), z.string())
      .describe(
        'The client that started it: `browser`, as in `Chrome/130.0.0.0` or `curl/8.5.0`, `os` and `platform`.',
      ),
    team_members: z.array(TeamMemberObject),
    is_current: z.boolean().describe('Whether this call used the session. Only in Posthorn.'),
  })
  .meta({ id: 'Session' })
export type SessionObject = z.infer<typeof SessionObject>
