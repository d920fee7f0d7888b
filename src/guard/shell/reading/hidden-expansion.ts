import type { SyntaxNode, Word } from "unbash";

/** An expansion that runs what its text does not show: as a prompt is expanded, or by a shell's own pattern flags. */
export function hiddenExpansion(node: SyntaxNode): string | null {
  if (
    node.type === "ParameterExpansion" &&
    node.operation?.type === "Transform" &&
    node.operation.operand.value === "P"
  )
    return node.text;
  if (node.type === "ExtendedGlob" && /^[./@*]*(?:e[^\w\s|.*?]|\+\w)/.test(node.pattern)) return node.text;
  if (node.type === "ArithmeticExpansion" && node.expression === undefined && /[`$]/.test(node.text.slice(1)))
    return node.text;
  if (node.type === "TestUnary" && isSubscript(node.operand)) return node.operand.text;
  if (node.type === "TestBinary" && (isSubscript(node.left) || isSubscript(node.right))) return node.left.text;
  return node.type === "ArithmeticCommand" && node.expression === undefined && node.body.trim() !== ""
    ? node.body
    : null;
}

/** A quoted subscript that holds a command: a test may work it out as arithmetic. */
const isSubscript = ({ value, parts }: Word): boolean =>
  /\[[^\]]*(?:\$\(|`)/.test(value) && parts?.some(({ type }) => type === "CommandExpansion") !== true;
