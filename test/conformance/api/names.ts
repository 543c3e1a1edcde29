import { filler, idOf } from '../names.js'

/** The users whose sessions the cases use besides the administrator's, each by the cases' name for the token. */
export const sessions = [
  { token: '4pyyn5uckbggtx5r5c1jscmm7h', of: 'alice' }, // as observed: the response to a login
  { token: 'w8jfbtg3sbdh8dhsqohbs7kuio', of: 'alice' },
  { token: idOf('token', 'bob'), of: 'bob' },
  { token: idOf('token', 'bob2'), of: 'bob' },
]

const values: Record<string, string> = {
  '<TEAM1>': idOf('team', 'team-one'),
  '<TEAM2>': idOf('team', 'team-two'),
  '<ADMIN_TOKEN>': idOf('token', 'admin'),
  // a personal access token is a session of a hundred years (docs/behaviour.md, users)
  '<ADMIN_PAT>': idOf('token', 'admin'),
  '<BOB_TOKEN>': idOf('token', 'bob'),
  '<BOB_TOKEN2>': idOf('token', 'bob2'),
  // the hook that an earlier case created and another deleted, neither of which is in the file
  '<NEWHOOK>': idOf('hook', 'todelete'),
}

const fillHook = filler('admin')

/** Replaces the placeholders of the cases. */
export function fill(text: string): string {
  const filled = text
    .replace(/<[A-Z0-9_]+>/g, name => values[name] ?? name)
    .replace(/<UID:(\w+)>/g, (_, name: string) => idOf('user', name))
    .replace(/<HOOK:(\w+)>/g, (_, name: string) => idOf('hook', name))
  return fillHook(filled)
}
