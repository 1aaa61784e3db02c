"""What the text is: Markdown read once into blocks with positions, labels, boxes and citations."""
