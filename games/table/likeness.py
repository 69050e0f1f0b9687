"""Which values are near to another one, speak against it, or go unsaid."""

# What speaks against a value where all of a thing, or one of its parts, is to have it.
STRICTLY = {
    "transparent": frozenset({"several_materials", "opaque"}),
    "smooth": frozenset({"textured", "bristly", "ridge", "groove"}),
    "flat": frozenset({"concave", "curved", "bulging", "dome", "bowl_shaped"}),
    "straight": frozenset({"curved", "bent", "spiral", "wavy"}),
    "plain": frozenset({"lettering", "picture", "striped", "colourful"}),
}
# Forms so like another that people call a thing by either.
NEAR = {
    "rod": frozenset({"cylinder", "tube", "elongated", "shaft"}),
    "oval": frozenset({"round", "rounded"}),
    "round": frozenset({"oval", "rounded"}),
    "square": frozenset({"rectangular"}),
    "rectangular": frozenset({"trapezoid", "angular"}),
    "box_shaped": frozenset({"rectangular", "cube", "angular"}),
    "cube": frozenset({"box_shaped"}),
    "disc": frozenset({"round", "dome"}),
    "ring": frozenset({"round", "loop", "cylinder"}),
    "bowl_shaped": frozenset({"concave", "dome", "hemisphere", "container_shaped"}),
    "cone": frozenset({"tapered", "triangular"}),
    "dome": frozenset({"rounded", "sphere"}),
    "cylinder": frozenset({"rod", "round", "rounded"}),
    "tube": frozenset({"cylinder", "hollow"}),
    "hook_shaped": frozenset({"curved", "bent", "u_shaped", "hook"}),
    "elongated": frozenset({"rod", "strand", "tube", "strip", "long"}),
    "strip": frozenset({"flat", "elongated"}),
    "sheet": frozenset({"flat"}),
    "triangular": frozenset({"wedge", "cone", "pyramid"}),
    "pointed": frozenset({"cone", "needle", "pin"}),
    "sharp": frozenset({"blade", "needle"}),
    "sphere": frozenset({"round"}),
    "multi_part": frozenset({"moving_parts"}),
    "printed": frozenset({"lettering", "picture", "patterned"}),
    "picture": frozenset({"printed", "decorated", "floral", "star_shaped", "heart_shaped"}),
    "lettering": frozenset({"printed", "embossed", "scale_marks", "label"}),
    "patterned": frozenset({"decorated", "printed", "embossed", "woven"}),
    "decorated": frozenset({"embossed", "patterned", "picture", "painted", "lettering"}),
    "ridge": frozenset({"ribbed", "rim"}),
    "groove": frozenset({"ribbed", "slot", "notch", "hollow"}),
    "flat": frozenset({"shallow"}),
    "straight": frozenset({"straight_edges", "strip", "rod", "rectangular"}),
    "straight_edges": frozenset({"straight", "strip", "rectangular"}),
    "open_top": frozenset({"opening", "hole", "slot", "open"}),
    "curved": frozenset({"rounded", "bulging"}),
    "cord": frozenset({"wire", "strap", "chain"}),
    "elastic": frozenset({"rubber", "silicone", "knitted", "foam", "strap"}),
    "springy": frozenset({"spring", "foam", "rubber", "wire", "elastic"}),
    "dense": frozenset({"heavy", "metal", "stone"}),
    "bent": frozenset({"l_shaped", "curved", "hook", "hook_shaped", "u_shaped"}),
    "lid": frozenset({"cap", "stopper", "cover", "flap"}),
    "cap": frozenset({"lid", "stopper", "cover"}),
    "stopper": frozenset({"cap", "lid", "cork", "plug"}),
    "fastener": frozenset({"button", "zip", "clip", "strap", "hook", "hinge"}),
    "hook": frozenset({"hook_shaped", "clip"}),
    "loop": frozenset({"ring", "strap", "hook"}),
    "seam": frozenset({"stitching"}),
    "stitching": frozenset({"seam"}),
    "fuzzy": frozenset({"wool", "velvet", "felt", "fleece", "bristles"}),
    "rubber": frozenset({"silicone"}),
    "bristly": frozenset({"bristles"}),
    "scale_marks": frozenset({"lettering", "embossed", "printed"}),
    "hollow": frozenset({"box_shaped", "container_shaped", "lid", "drawer", "shell"}),
    "bump": frozenset({"knob", "spout", "bumpy", "studs"}),
    "grey": frozenset({"silver_coloured", "metallic_look"}),
    "opening": frozenset({"hollow", "slot"}),
}
# What people hardly ever write of a thing that is so.
SELDOM_SAID = frozenset(
    {
        "symmetrical",
        "clean",
        "tinted",
        "closed",
        "one_colour",
        "colourful",
        "solid",
        "tapered",
        "uniform",
    }
)

# Of these a likeness makes yes the likelier answer.
RATHER = frozenset(
    {"lettering", "scale_marks", "rod", "bowl_shaped", "rubber", "bristly", "straight_edges"}
)

# Qualities of a place: what is open at one end may be closed at another.
LOCAL = frozenset({"open", "closed", "opening", "hole", "pointed", "sharp"})
