import { createPost } from './create.js'
import { deletePost } from './delete.js'
import { getPost } from './get.js'
import { listPosts, listPostsAfter, listPostsBefore, listPostsSince } from './list.js'
import { updatePost } from './update.js'

/** What is in a channel. */
export const postCalls = [
  listPosts,
  listPostsBefore,
  listPostsAfter,
  listPostsSince,
  getPost,
  createPost,
  updatePost,
  deletePost,
]
