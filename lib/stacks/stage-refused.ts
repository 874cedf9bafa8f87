/** A deployment that must not exist; its message is the sentence that the person who asked for it reads. */
export class StageRefusal extends Error {}
