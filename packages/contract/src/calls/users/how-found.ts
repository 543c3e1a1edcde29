/** Describes how users are found, for the OpenAPI document. */
export const howUsersAreFound =
  'Matches the beginnings of words in the user name and nickname, and in the full name and e-mail address ' +
  'if the caller can see them. Ignores case. Words end at spaces, `.`, `_`, `-` and `@`. Deactivated ' +
  'users are omitted.'
