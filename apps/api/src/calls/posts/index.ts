import { createPost } from './create.js'
import { deletePost } from './delete.js'
import { listFlaggedPosts } from './flagged.js'
import { getPermalink, getPost, getPostById } from './get.js'
import { listPosts, listPostsAfter, listPostsBefore, listPostsSince } from './list.js'
import { searchPosts } from './search.js'
import { updatePost } from './update.js'

/** Posts. */
export const postCalls = [
  listPosts,
  listPostsBefore,
  listPostsAfter,
  listPostsSince,
  getPost,
  getPostById,
  getPermalink,
  listFlaggedPosts,
  searchPosts,
  createPost,
  updatePost,
  deletePost,
]
