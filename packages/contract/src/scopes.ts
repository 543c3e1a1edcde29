/** What a user can allow an app to do. Scopes are independent: `manage` does not include `read`. Only `read` includes `profile`. */
export const scopes = ['profile', 'read', 'post', 'manage'] as const
export type Scope = (typeof scopes)[number]

/** The same as sentences, for the consent page. */
export const scopeWords: Record<Scope, string> = {
  profile: 'Read your profile: your user name, your name and your e-mail address.',
  read: 'Read what you can read: channels, posts, users, webhooks and the history of their deliveries.',
  post: 'Post as you, edit and delete your posts, and send through your webhooks.',
  manage: 'Change what you can change: your profile, teams, channels, members and webhooks.',
}
