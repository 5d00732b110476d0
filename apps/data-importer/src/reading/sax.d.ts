/** The used part of sax, which has no types. */
declare module 'sax' {
  interface Tag {
    name: string;
    attributes: Record<string, string>;
  }

  interface SAXParser {
    onerror: (error: Error) => void;
    ondoctype: (doctype: string) => void;
    onprocessinginstruction: (instruction: { name: string; body: string }) => void;
    onattribute: (attribute: { name: string; value: string }) => void;
    onopentag: (tag: Tag) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    write(text: string): this;
    close(): this;
  }

  const sax: { parser(strict: boolean, options?: { lowercase: boolean }): SAXParser };
  export default sax;
}
