export interface UnixUser {
  uid: number;
  gid: number;
}

export interface FolderPermissions extends UnixUser {
  mode: number;
}

/** Whether the user may pass through the folder. Only the class that applies counts, as in the kernel: an owner without the bit is refused even if others have it. */
export function canTraverse(folder: FolderPermissions, user: UnixUser): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
