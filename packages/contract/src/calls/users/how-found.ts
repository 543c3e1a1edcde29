/** How users are found, for the document. */
export const howUsersAreFound =
  'By the beginnings of the words of user name and nickname, and of full name and address where the caller may see ' +
  'them, in any case; words end at spaces, `.`, `_`, `-` and `@`. Who was deactivated is left out.'
